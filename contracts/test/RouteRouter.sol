// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Tokens} from "../src/Tokens.sol";

struct RouteDescription {
    address inputToken;
    address outputToken;
    address inputReceiver;
    address outputReceiver;
    address partnerAddress;
    uint256 inputAmount;
    uint256 outputAmount;
    uint256 partnerFee;
    uint256 routingFee;
    uint256 partnerSurplusShare;
    uint256 protocolSurplusShare;
    uint256 partnerSlippageShare;
    uint256 protocolSlippageShare;
    uint256 effectiveOutputAmount;
    uint256 minOutputAmount;
    bool isPermit2;
    bytes32 uniquePID;
}

struct Interaction {
    address target;
    uint256 value;
    bytes callData;
}

interface IRouteExecutor {
    function executeRoute(Interaction[] calldata interactions, address outputToken) external payable;
}

/// Implements the rules of routers whose `swap` takes a description of the route. Tests of the
/// widget's promises use it.
contract RouteRouter {
    using Tokens for address;

    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_ROUTING_FEE_BPS = 15;
    uint256 private constant MAX_PARTNER_SURPLUS_BPS = 5_000;
    uint256 private constant MIN_PROTOCOL_SURPLUS_BPS = 5_000;
    uint256 private constant MAX_PARTNER_SLIPPAGE_BPS = 3_300;
    uint256 private constant MIN_PROTOCOL_SLIPPAGE_BPS = 3_000;

    address public immutable treasury;

    struct Shares {
        uint256 routingFee;
        uint256 partner;
        uint256 protocol;
        uint256 receiver;
    }

    event Routed(
        bytes32 indexed uniquePID,
        address indexed userAddress,
        address outputReceiver,
        address inputToken,
        uint256 inputAmount,
        address outputToken,
        uint256 finalOutputAmount,
        uint256 partnerFee,
        uint256 routingFee,
        uint256 partnerShare,
        uint256 protocolShare
    );

    error InvalidNativeTokenInputAmount();
    error InvalidSlippage();
    error NegativeSlippageLimit();
    error PartnerSlippageShareTooHigh();
    error PartnerSurplusShareTooHigh();
    error ProtocolSlippageShareTooLow();
    error ProtocolSurplusShareTooLow();
    error RoutingFeeTooHigh();
    error SlippageLimitTooLarge();
    error ZeroAddress();

    constructor(address treasury_) {
        treasury = treasury_;
    }

    receive() external payable {}

    function swap(IRouteExecutor executor, RouteDescription calldata desc, Interaction[] calldata interactions)
        external
        payable
        returns (uint256 finalOutputAmount)
    {
        _check(desc);
        _takeInput(desc);
        Shares memory shares = _share(desc, _execute(executor, desc.outputToken, interactions));
        finalOutputAmount = shares.receiver;
        if (finalOutputAmount < desc.minOutputAmount) revert NegativeSlippageLimit();
        _pay(desc, shares);
        _report(desc, shares);
    }

    function _check(RouteDescription calldata desc) private pure {
        if (desc.inputReceiver == address(0) || desc.outputReceiver == address(0)) revert ZeroAddress();
        if (desc.routingFee > (desc.outputAmount * MAX_ROUTING_FEE_BPS) / BPS) revert RoutingFeeTooHigh();
        if (desc.partnerSurplusShare > MAX_PARTNER_SURPLUS_BPS) revert PartnerSurplusShareTooHigh();
        if (desc.protocolSurplusShare < MIN_PROTOCOL_SURPLUS_BPS) revert ProtocolSurplusShareTooLow();
        if (desc.partnerSlippageShare > MAX_PARTNER_SLIPPAGE_BPS) revert PartnerSlippageShareTooHigh();
        if (desc.protocolSlippageShare < MIN_PROTOCOL_SLIPPAGE_BPS) revert ProtocolSlippageShareTooLow();
        if (desc.minOutputAmount == 0) revert InvalidSlippage();
        if (desc.minOutputAmount > desc.outputAmount) revert SlippageLimitTooLarge();
    }

    function _takeInput(RouteDescription calldata desc) private {
        bool isNative = desc.inputToken == Tokens.NATIVE;
        if (msg.value != (isNative ? desc.inputAmount : 0)) revert InvalidNativeTokenInputAmount();
        if (!isNative) desc.inputToken.pull(desc.inputReceiver, desc.inputAmount);
    }

    /// @return output of the route: growth of this contract's balance
    function _execute(IRouteExecutor executor, address outputToken, Interaction[] calldata interactions)
        private
        returns (uint256)
    {
        uint256 before = outputToken.balanceOf(address(this));
        executor.executeRoute{value: msg.value}(interactions, outputToken);
        return outputToken.balanceOf(address(this)) - before;
    }

    /// The receiver gets the effective output. The routing fee comes on top, then the surplus up to
    /// the output, which partner and protocol take in full, then the slippage, of which they take
    /// their shares.
    function _share(RouteDescription calldata desc, uint256 brought) private pure returns (Shares memory shares) {
        uint256 effective = desc.effectiveOutputAmount;
        uint256 above = brought > effective ? brought - effective : 0;
        shares.routingFee = above < desc.routingFee ? above : desc.routingFee;
        above -= shares.routingFee;
        if (desc.outputAmount >= effective) {
            uint256 surplus = desc.outputAmount - effective;
            if (surplus > above) surplus = above;
            uint256 slippage = above - surplus;
            uint256 partnerSurplus = (surplus * desc.partnerSurplusShare) / BPS;
            shares.partner = partnerSurplus + (slippage * desc.partnerSlippageShare) / BPS;
            shares.protocol = surplus - partnerSurplus + (slippage * desc.protocolSlippageShare) / BPS;
        }
        shares.receiver = brought - shares.routingFee - shares.partner - shares.protocol;
    }

    function _pay(RouteDescription calldata desc, Shares memory shares) private {
        address output = desc.outputToken;
        address partner = desc.partnerAddress == address(0) ? treasury : desc.partnerAddress;
        if (shares.partner != 0) output.pay(partner, shares.partner);
        if (shares.protocol != 0) output.pay(treasury, shares.protocol);
        output.pay(desc.outputReceiver, shares.receiver);
    }

    function _report(RouteDescription calldata desc, Shares memory shares) private {
        emit Routed(
            desc.uniquePID,
            msg.sender,
            desc.outputReceiver,
            desc.inputToken,
            desc.inputAmount,
            desc.outputToken,
            shares.receiver,
            desc.partnerFee,
            shares.routingFee,
            shares.partner,
            shares.protocol
        );
    }
}

/// Makes the given calls and returns its balance of the output.
contract RouteExecutor is IRouteExecutor {
    using Tokens for address;

    receive() external payable {}

    function executeRoute(Interaction[] calldata interactions, address outputToken) external payable {
        for (uint256 i = 0; i < interactions.length; i++) {
            Interaction calldata interaction = interactions[i];
            (bool ok, bytes memory answer) = interaction.target.call{value: interaction.value}(interaction.callData);
            if (!ok) {
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
        uint256 balance = outputToken.balanceOf(address(this));
        if (balance != 0) outputToken.pay(msg.sender, balance);
    }
}
