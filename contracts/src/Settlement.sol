// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Executor} from "./Executor.sol";
import {IPermit2, IWETH} from "./External.sol";
import {Fees} from "./Fees.sol";
import {IExecutor, ISettlement} from "./ISettlement.sol";
import {Permits} from "./Permits.sol";
import {Tokens} from "./Tokens.sol";

/// @title Settlement entry point; see ISettlement.
/// @notice Unaudited.
contract Settlement is ISettlement {
    IExecutor public immutable executor;
    IPermit2 public immutable permit2;
    address public immutable treasury;
    IWETH public immutable weth;

    bool private transient entered;

    constructor(IWETH weth_, IPermit2 permit2_, address treasury_, IExecutor.Source[] memory sources) {
        if (treasury_ == address(0)) revert InvalidReceiver();
        weth = weth_;
        permit2 = permit2_;
        treasury = treasury_;
        executor = new Executor(weth_, sources);
    }

    receive() external payable {
        if (msg.sender != address(weth)) revert InvalidValue();
    }

    function swap(Trade calldata trade, bytes calldata route, bytes calldata permit)
        external
        payable
        returns (uint256 outputReceived)
    {
        if (entered) revert Reentered();
        entered = true;
        _check(trade);

        (uint256 gross, uint256 inputSpent) = _trade(trade, route, permit);
        (uint256 partnerPaid, uint256 treasuryPaid) = _payFees(trade, gross);
        outputReceived = _payReceiver(trade, gross - partnerPaid - treasuryPaid);

        emit Swapped(
            msg.sender,
            trade.outputReceiver,
            trade.inputToken,
            trade.outputToken,
            inputSpent,
            outputReceived,
            partnerPaid,
            treasuryPaid
        );
        entered = false;
    }

    function _check(Trade calldata trade) private view {
        if (block.timestamp > trade.deadline) revert Expired(trade.deadline);
        if (trade.inputToken == trade.outputToken) revert InvalidToken();
        if (trade.inputAmount == 0 || trade.inputAmount > type(uint160).max) revert InvalidAmount();
        if (trade.minOutputAmount == 0) revert InvalidAmount();
        if (msg.value != (trade.inputToken == Tokens.NATIVE ? trade.inputAmount : 0)) revert InvalidValue();
        if (trade.outputReceiver == address(0) || _isBarred(trade.outputReceiver)) revert InvalidReceiver();
        if (_isBarred(trade.partner)) revert InvalidReceiver();
        if (trade.partnerFeeBps > Fees.MAX_PARTNER_FEE_BPS) revert InvalidFee();
        if (trade.partnerFeeBps != 0 && trade.partner == address(0)) revert InvalidFee();
    }

    /// @dev The wrapper would credit coins sent to it to this contract, where they would be lost.
    function _isBarred(address account) private view returns (bool) {
        return account == address(this) || account == address(executor) || account == address(weth);
    }

    /// @return gross growth of the output token, counted here and as `trade.outputToken`
    /// @return spent amount of the input token
    function _trade(Trade calldata trade, bytes calldata route, bytes calldata permit)
        private
        returns (uint256 gross, uint256 spent)
    {
        address input = _wrapped(trade.inputToken);
        address output = _wrapped(trade.outputToken);
        bool nativeInput = trade.inputToken == Tokens.NATIVE;
        uint256 before = Tokens.balanceOf(output, address(this));
        if (input == output) {
            if (nativeInput) weth.deposit{value: msg.value}();
            else Permits.pull(permit2, input, address(this), trade.inputAmount, permit);
            spent = trade.inputAmount;
        } else {
            if (!nativeInput) Permits.pull(permit2, input, address(executor), trade.inputAmount, permit);
            spent = _execute(trade, input, output, route);
        }
        gross = Tokens.balanceOf(output, address(this)) - before;
        if (trade.outputToken == Tokens.NATIVE) weth.withdraw(gross);
    }

    /// @dev Trades the native coin as its wrapper.
    function _wrapped(address token) private view returns (address) {
        return token == Tokens.NATIVE ? address(weth) : token;
    }

    /// @dev Forwards a native input and receives its rest wrapped; any other input is already with
    /// the executor.
    /// @return spent amount of the input
    function _execute(Trade calldata trade, address input, address output, bytes calldata route)
        private
        returns (uint256 spent)
    {
        bool nativeInput = trade.inputToken == Tokens.NATIVE;
        uint256 left = executor.execute{value: msg.value}(
            input, output, msg.sender, nativeInput ? address(this) : msg.sender, route
        );
        if (nativeInput && left != 0) {
            weth.withdraw(left);
            Tokens.pay(Tokens.NATIVE, msg.sender, left);
        }
        // A gift to the executor counts as unsold input, so more than the input may be left.
        return left < trade.inputAmount ? trade.inputAmount - left : 0;
    }

    /// @dev A refused payment stays in the output, and so goes to the receiver.
    function _payFees(Trade calldata trade, uint256 gross)
        private
        returns (uint256 partnerPaid, uint256 treasuryPaid)
    {
        (uint256 partnerShare, uint256 treasuryShare) = Fees.split(trade, gross);
        if (treasuryShare != 0 && Tokens.offer(trade.outputToken, treasury, treasuryShare)) {
            treasuryPaid = treasuryShare;
        }
        if (partnerShare != 0 && Tokens.offer(trade.outputToken, trade.partner, partnerShare)) {
            partnerPaid = partnerShare;
        }
    }

    /// @dev A token whose balances are rounded shares (such as an aToken) may credit the receiver
    /// one unit less than was sent, and may hold one share less than is owed after the fees. In the
    /// second case the receiver gets the whole balance. In both cases the missing unit is accepted
    /// if exactly the minimum was owed. Two missing units revert, and so does a minimum of one
    /// unit. A payment that failed for another reason is not repeated, because `left` would be the
    /// same amount, or tokens that others left here.
    function _payReceiver(Trade calldata trade, uint256 amount) private returns (uint256 received) {
        (address token, address receiver, uint256 minimum) =
            (trade.outputToken, trade.outputReceiver, trade.minOutputAmount);
        uint256 before = Tokens.balanceOf(token, receiver);
        if (amount != 0 && !Tokens.tryPay(token, receiver, amount)) {
            uint256 left = Tokens.balanceOf(token, address(this));
            if (left == 0 || left >= amount) revert Tokens.TransferFailed(token);
            Tokens.pay(token, receiver, left);
        }
        received = Tokens.balanceOf(token, receiver) - before;
        if (received >= minimum) return received;
        bool isRounding = amount == minimum && received + 1 == minimum && received != 0;
        if (!isRounding) revert InsufficientOutput(received, minimum);
    }
}
