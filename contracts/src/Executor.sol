// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Aave} from "./Aave.sol";
import {Balancer} from "./Balancer.sol";
import {IERC20, IV2Pair, IV3Pool, IWETH} from "./External.sol";
import {Fees} from "./Fees.sol";
import {IExecutor} from "./ISettlement.sol";
import {SourceTable} from "./SourceTable.sol";
import {Tokens} from "./Tokens.sol";
import {Vaults} from "./Vaults.sol";

/// @title Runs routes; see IExecutor.
contract Executor is IExecutor, SourceTable {
    uint8 private constant V2 = 0;
    uint8 private constant V3 = 1;
    uint8 private constant AAVE_SUPPLY = 2;
    uint8 private constant AAVE_WITHDRAW = 3;
    uint8 private constant VAULT_DEPOSIT = 4;
    uint8 private constant VAULT_REDEEM = 5;
    uint8 private constant BALANCER = 6;
    uint64 private constant WHOLE = type(uint64).max;
    uint160 private constant MIN_SQRT_PRICE = 4295128740;
    uint160 private constant MAX_SQRT_PRICE = 1461446703485210103287273052203988822378723970341;

    address private immutable settlement = msg.sender;

    constructor(Source[] memory sources) SourceTable(sources) {}

    function execute(
        address inputToken,
        address outputToken,
        address trader,
        address inputLeftTo,
        bytes calldata route
    ) external payable returns (uint256 inputLeft) {
        if (msg.sender != settlement) revert NotSettlement();
        if (msg.value != 0) IWETH(inputToken).deposit{value: msg.value}();

        Step[] calldata steps = _steps(route);
        for (uint256 i; i < steps.length; ++i) {
            Step calldata step = steps[i];
            if (step.kind == V2) _swapV2(step, _payee(steps, i, outputToken));
            else if (step.kind == V3) _swapV3(step, _payee(steps, i, outputToken));
            else _convert(step, _payee(steps, i, outputToken));
        }

        inputLeft = _sweep(inputToken, inputLeftTo);
        address swept = outputToken;
        for (uint256 i; i < steps.length; ++i) {
            if (steps[i].tokenOut == swept || steps[i].tokenOut == outputToken) continue;
            swept = steps[i].tokenOut;
            _sweep(swept, trader);
        }
    }

    /// @dev What a V3 pool calls to be paid. Only a pool of our sources passes, and such a pool calls back only
    ///      whoever called its swap.
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        (uint8 index, address tokenIn, address tokenOut, uint24 fee) =
            abi.decode(data, (uint8, address, address, uint24));
        if (msg.sender != _v3Pool(index, tokenIn, tokenOut, fee)) revert NotPool();
        Tokens.pay(tokenIn, msg.sender, uint256(amount0 > 0 ? amount0 : amount1));
    }

    /// @dev The pair is asked what it received, so a token that takes a fee on transfer sells what arrived.
    function _swapV2(Step calldata step, address payee) private {
        (address pair, uint256 feeBps) = _v2Pair(step.source, step.tokenIn, step.tokenOut);
        uint256 amount = _amount(step);
        if (amount != 0) Tokens.pay(step.tokenIn, pair, amount);

        bool zeroForOne = step.tokenIn < step.tokenOut;
        (uint256 reserveIn, uint256 reserveOut,) = IV2Pair(pair).getReserves();
        if (!zeroForOne) (reserveIn, reserveOut) = (reserveOut, reserveIn);

        uint256 sold = (IERC20(step.tokenIn).balanceOf(pair) - reserveIn) * (Fees.BPS - feeBps);
        uint256 bought = sold * reserveOut / (reserveIn * Fees.BPS + sold);
        IV2Pair(pair).swap(zeroForOne ? 0 : bought, zeroForOne ? bought : 0, payee, "");
    }

    function _swapV3(Step calldata step, address payee) private {
        uint24 fee = abi.decode(step.data, (uint24));
        bool zeroForOne = step.tokenIn < step.tokenOut;
        IV3Pool(_v3Pool(step.source, step.tokenIn, step.tokenOut, fee)).swap(
            payee,
            zeroForOne,
            int256(_amount(step)),
            zeroForOne ? MIN_SQRT_PRICE : MAX_SQRT_PRICE,
            abi.encode(step.source, step.tokenIn, step.tokenOut, fee)
        );
    }

    function _convert(Step calldata step, address payee) private {
        uint8 kind = step.kind;
        (address tokenIn, address tokenOut) = (step.tokenIn, step.tokenOut);
        uint256 amount = _amount(step);
        if (kind == AAVE_SUPPLY) {
            Aave.supply(_trusted(step.source, AAVE_SUPPLY), tokenIn, tokenOut, amount, payee);
        } else if (kind == AAVE_WITHDRAW) {
            Aave.withdraw(_trusted(step.source, AAVE_SUPPLY), tokenOut, amount, payee);
        } else if (kind == VAULT_DEPOSIT) {
            Vaults.deposit(_trusted(step.source, VAULT_DEPOSIT), tokenIn, tokenOut, amount, payee);
        } else if (kind == VAULT_REDEEM) {
            Vaults.redeem(_trusted(step.source, VAULT_DEPOSIT), tokenIn, tokenOut, amount, payee);
        } else if (kind == BALANCER) {
            bytes32 poolId = abi.decode(step.data, (bytes32));
            Balancer.sell(_trusted(step.source, BALANCER), poolId, tokenIn, tokenOut, amount, payee);
        } else {
            revert UnknownKind(kind);
        }
    }

    /// @dev Output goes straight to the settlement, and what the next step sells whole straight into its pair.
    function _payee(Step[] calldata steps, uint256 i, address outputToken) private view returns (address) {
        address token = steps[i].tokenOut;
        if (token == outputToken) return settlement;
        if (i + 1 == steps.length) return address(this);
        Step calldata next = steps[i + 1];
        if (next.kind != V2 || next.portion != WHOLE || next.tokenIn != token) return address(this);
        (address pair,) = _v2Pair(next.source, token, next.tokenOut);
        return pair;
    }

    function _amount(Step calldata step) private view returns (uint256) {
        uint256 balance = IERC20(step.tokenIn).balanceOf(address(this));
        return step.portion == WHOLE ? balance : balance * step.portion / WHOLE;
    }

    function _sweep(address token, address to) private returns (uint256 left) {
        left = IERC20(token).balanceOf(address(this));
        if (left != 0) Tokens.pay(token, to, left);
    }

    /// @dev Reads abi.encode(Step[]) where it lies; each access is checked against the end of the calldata.
    function _steps(bytes calldata route) private pure returns (Step[] calldata steps) {
        assembly ("memory-safe") {
            let start := add(route.offset, calldataload(route.offset))
            steps.length := calldataload(start)
            steps.offset := add(start, 32)
        }
    }
}
